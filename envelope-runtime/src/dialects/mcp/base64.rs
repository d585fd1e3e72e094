//! Base64 for content blocks, without a dependency.

/// Base64 with the standard alphabet and padding.
#[inline]
pub(super) fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| chunk.get(index).copied().unwrap_or_default();
        let group = u32::from_be_bytes([0, byte(0), byte(1), byte(2)]);
        for (position, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            let digit = ALPHABET.get((group >> shift) as usize & 63).copied().unwrap_or(b'A');
            text.push(if position > chunk.len() { '=' } else { char::from(digit) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xfb, 0xff, 0xfe]), "+//+");
        assert_eq!(base64(&[0, 0, 0, 255]), "AAAA/w==");
    }
}
