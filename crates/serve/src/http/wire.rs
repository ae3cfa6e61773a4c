//! Serves one connection, from its first byte to its end.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep, timeout};

use super::connections::ConnectionSlot;
use super::routes::Served;
use crate::limits::{LAST_CALL, ServerLimits};

/// The most bytes in the head of a request.
const HEAD_BYTES: usize = 64 << 10;
/// How long a connection is used, and how long it may then take to finish.
const LIFE: Duration = Duration::from_secs(600);
const END: Duration = Duration::from_secs(60);

/// Serves one connection until it ends, has lasted for [`LIFE`], is evicted, or the server stops.
pub(crate) async fn serve_connection(
    stream: TcpStream,
    served: Arc<Served>,
    slot: ConnectionSlot,
    limits: ServerLimits,
) {
    // An error here only makes the connection slower.
    let _ = stream.set_nodelay(true);
    let service =
        service_fn(async |request| Ok::<_, Infallible>(served.answer(&slot.guest, request).await));
    let io = TokioIo::new(TimedStream {
        stream,
        patience: limits.reading,
        stalled: None,
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(io, service);
    let mut connection = std::pin::pin!(connection);
    let end = async {
        let _ = timeout(LIFE, served.stopped()).await;
        sleep(LAST_CALL).await;
    };
    // An error on this connection does not affect the others.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = slot.guest.evicted() => {}
        () = end => {
            connection.as_mut().graceful_shutdown();
            tokio::select! {
                _ = timeout(END, connection) => {}
                () = slot.guest.evicted() => {}
            }
        }
    }
}

/// A stream on which writing fails if the other end takes no data for some time.
struct TimedStream {
    stream: TcpStream,
    patience: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl TimedStream {
    /// The result of a write, or an error if it has been pending for too long.
    fn or_timed_out<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        // Any progress counts: a slow reader may stay, but not one that has stopped reading.
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled = self
            .stalled
            .get_or_insert_with(|| Box::pin(sleep(patience)));
        let late = stalled.as_mut().poll(context);
        late.map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, bytes)
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.or_timed_out(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.or_timed_out(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let ended = Pin::new(&mut self.stream).poll_shutdown(context);
        self.or_timed_out(context, ended)
    }
}
