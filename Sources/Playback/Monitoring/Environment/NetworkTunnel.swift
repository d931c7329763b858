// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Tells whether this machine's traffic may go through a VPN.
public enum NetworkTunnel {
    /// Whether a TUN or WireGuard interface is in use.
    public static var isUp: Bool { isUp(in: "/sys/class/net") }

    /// - Parameter folder: the kernel's folder of interfaces (sysfs class/net).
    static func isUp(in folder: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains { name in
            func text(_ file: String) -> String? {
                guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)/\(file)") else { return nil }
                return String(decoding: data.prefix { $0 != 10 }, as: UTF8.self)
            }
            // 65534 is an interface without link-layer addresses, such as a tunnel (linux/if_arp.h, ARPHRD_NONE).
            let isTunnel = text("type") == "65534" || text("tun_flags") != nil
            return isTunnel && text("operstate") != "down"
        }
    }
}
