import Foundation

extension String {
    /// The text of UTF-8 bytes; nil if they are not valid.
    ///
    /// `String(validating:as:)` does the same, but needs macOS 15 and iOS 18, and takes several times as long.
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        // Decoding repairs invalid UTF-8, so compare afterwards.
        var text = String(decoding: bytes, as: UTF8.self)
        let isWhole = text.withUTF8 { decoded in
            bytes.withContiguousStorageIfAvailable { original in
                guard let start = decoded.baseAddress, let other = original.baseAddress else {
                    return decoded.count == original.count
                }
                return decoded.count == original.count && memcmp(start, other, original.count) == 0
            } ?? decoded.elementsEqual(bytes)
        }
        guard isWhole else { return nil }
        self = text
    }
}
