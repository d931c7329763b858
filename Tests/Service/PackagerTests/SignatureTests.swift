// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxPackager

/// The examples of the S3 documentation: "Signature Calculations for the Authorization Header" and "Authenticating Requests: Using
/// Query Parameters". The keys are examples too.
@Suite("S3 request signatures") struct SignatureTests {
    private static let signer = SignatureV4(
        accessKey: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1")
    /// 2013-05-24T00:00:00Z.
    private static let date = Date(timeIntervalSince1970: 1_369_353_600)
    private static let host = "examplebucket.s3.amazonaws.com"

    private static func authorization(_ request: SignatureV4.Request) -> String {
        signer.signed(request, at: date).last?.value ?? ""
    }

    @Test("A signature matches the published one: reading part of an object") func get() {
        let request = SignatureV4.Request(method: "GET", host: Self.host, path: "/test.txt", headers: [("Range", "bytes=0-9")])
        #expect(
            Self.authorization(request)
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
                + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    }

    @Test("A signature matches the published one: storing an object") func put() {
        let body = Array("Welcome to Amazon S3.".utf8)
        let request = SignatureV4.Request(
            method: "PUT", host: Self.host, path: "/test%24file.text",
            headers: [("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")],
            bodyHash: SignatureV4.hash(body))
        #expect(Self.authorization(request).hasSuffix("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"))
        #expect("/" + SignatureV4.encoded("test$file.text") == "/test%24file.text")
    }

    @Test("A signature matches the published one: parameters with and without a value") func query() {
        let lifecycle = SignatureV4.Request(method: "GET", host: Self.host, path: "/", query: [("lifecycle", "")])
        #expect(Self.authorization(lifecycle).hasSuffix("fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"))
        let list = SignatureV4.Request(method: "GET", host: Self.host, path: "/", query: [("prefix", "J"), ("max-keys", "2")])
        #expect(Self.authorization(list).hasSuffix("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"))
    }

    @Test("A signature matches the published one: a presigned URL valid for a day") func presigned() {
        let query = Self.signer.presigned(
            SignatureV4.Request(method: "GET", host: Self.host, path: "/test.txt"), for: 86400, at: Self.date)
        #expect(query.last?.value == "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
        #expect(SignatureV4.canonical(query).contains("X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"))
    }

    @Test("Signatures never reveal the secret key") func secret() {
        let request = SignatureV4.Request(method: "GET", host: Self.host, path: "/")
        let all =
            Self.signer.signed(request, at: Self.date).map(\.value) + Self.signer.presigned(request, for: 1, at: Self.date).map(\.value)
        #expect(!all.joined().contains("wJalrXUtnFEMI"))
    }
}
