// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxPackager

@Suite("Address policy") struct AddressPolicyTests {
    @Test(
        "Addresses of private networks are refused",
        arguments: [
            "127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.19.255.255", "198.51.100.7",
            "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "192.88.99.1",
            "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8%0", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1",
            "64:ff9b:1::1", "64:ff9b:1::808:808", "64:ff9b:1:2:3:4:808:808", "64:ff9b::1:808:808", "2002:7f00:1::", "2002:a00:1::1",
            "fe80::1", "fc00::1", "fdff::1", "fec0::1", "ff02::1", "100::1", "2001::1",
            "2001:db8::1", "2001:10::1", "3fff::1", "4000::1", "5f00::1",
        ]) func closed(text: String)
    {
        // A text that is not an IP address is not a public one either.
        #expect(RemoteAddress(text)?.isPublic != true)
    }

    @Test(
        "Public addresses are accepted",
        arguments: [
            "8.8.8.8", "1.1.1.1", "9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "100.63.255.255",
            "100.128.0.0", "169.253.0.1", "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001::200e", "::ffff:8.8.8.8",
            "64:ff9b::808:808", "2001:4860:4860::8888",
        ]) func open(text: String) throws
    {
        #expect(try #require(RemoteAddress(text)).isPublic)
    }

    @Test("All spellings of an address are recognized") func text() {
        #expect(RemoteAddress("::FFFF:7f00:1") == RemoteAddress("::ffff:127.0.0.1"))
        #expect(RemoteAddress("2606:4700::1111")?.description == "2606:4700::1111")
        #expect(RemoteAddress("1.2.3.4")?.description == "1.2.3.4")
        for text in ["127.1", "0x7f.0.0.1", "2130706433", "0177.0.0.1", "localhost", "", "1.2.3.4.5", "[::1]"] {
            #expect(RemoteAddress(text) == nil)
        }
    }
}
