//! The log of a call.

use std::io;
use std::sync::{Arc, Mutex};

use tracing_subscriber::filter::LevelFilter;

/// Returns the log of `call`, at every level.
pub fn logged(call: impl FnOnce()) -> String {
    #[derive(Clone, Default)]
    struct Buffer(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let buffer = Buffer::default();
    let writer = buffer.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(LevelFilter::TRACE)
        .without_time()
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    {
        let _default = tracing_subscriber::util::SubscriberInitExt::set_default(subscriber);
        call();
    }
    let logged = buffer.0.lock().unwrap();
    String::from_utf8(logged.clone()).unwrap()
}
