// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@Suite struct URIResolverTests {
    @Test(
        "References resolve as in RFC 3986 section 5.4",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
            ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
            ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
            ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
            ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
            ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
            ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
            ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
        ])
    func resolves(_ reference: String, _ target: String) {
        #expect(URIResolver.resolve(reference, against: "http://a/b/c/d;p?q") == target)
    }

    @Test(
        "Base URLs of any kind are accepted",
        arguments: [
            ("a.ts", "http://h", "http://h/a.ts"), ("a.ts", "file:///v/list.m3u8", "file:///v/a.ts"),
            ("a//b/../c", "http://h/x/y", "http://h/x/a//c"),
            ("a.ts", "list.m3u8", "a.ts"), ("a.ts", "dir/list.m3u8?x=/y/z", "dir/a.ts"), ("a:b/c", "http://h/x", "a:b/c"),
            ("1:b", "http://h/x", "http://h/1:b"), ("data:,x", "http://h/x", "data:,x"),
            ("p?u=http://o/../q", "http://h/x/y", "http://h/x/p?u=http://o/../q"),
            ("a.ts", "data:application/x-mpegurl;base64,QUJD/w==", "a.ts"), ("/a.ts", "DATA:,x/y?z", "/a.ts"),
            ("http://h/a/../b.ts", "data:,x/y", "http://h/b.ts"), ("data:,a/../b?c/../d", "http://h/x", "data:,a/../b?c/../d"),
            ("a.ts", "dat", "a.ts"),
        ])
    func bases(_ reference: String, _ base: String, _ target: String) {
        #expect(URIResolver.resolve(reference, against: base) == target)
    }

    @Test func `Delivery directives are sorted with other parameters in UTF-8 order and replace older ones`() {
        let directives = DeliveryDirectives(mediaSequence: 7, part: 2, skip: .segmentsAndDateRanges)
        #expect(
            directives.added(to: "http://h/l.m3u8?z=1&_HLS_msn=3&a=2&Z=0#f")
                == "http://h/l.m3u8?Z=0&_HLS_msn=7&_HLS_part=2&_HLS_skip=v2&a=2&z=1#f")
        #expect(DeliveryDirectives(mediaSequence: .max).added(to: "l.m3u8") == "l.m3u8?_HLS_msn=18446744073709551615")
        #expect(DeliveryDirectives(part: 1, skip: .segments).added(to: "l.m3u8") == "l.m3u8?_HLS_skip=YES")
        #expect(DeliveryDirectives.removed(from: directives.added(to: "http://h/l.m3u8?b&a=&a")) == "http://h/l.m3u8?a=&a&b")
        #expect(DeliveryDirectives.removed(from: "http://h/l.m3u8?_HLS_skip=YES") == "http://h/l.m3u8")
        #expect(DeliveryDirectives.removed(from: "http://h/l?_HLS_primary_id=1&x") == "http://h/l?_HLS_primary_id=1&x")
    }
}
