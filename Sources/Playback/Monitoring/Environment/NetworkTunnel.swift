// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Whether traffic of this machine may go through a private network of someone else.
public enum NetworkTunnel {
    /// A TUN or WireGuard interface that is in use.
    public static var isUp: Bool { isUp(in: "/sys/class/net") }

    /// - Parameter folder: with a folder for each interface, as the kernel has it (sysfs class/net).
    static func isUp(in folder: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains { name in
            func text(_ file: String) -> String? {
                guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)/\(file)") else { return nil }
                return String(decoding: data.prefix { $0 != 10 }, as: UTF8.self)
            }
            // 65534 is an interface without addresses of the link layer: tunnels (linux/if_arp.h, ARPHRD_NONE).
            let isTunnel = text("type") == "65534" || text("tun_flags") != nil
            return isTunnel && text("operstate") != "down"
        }
    }
}
