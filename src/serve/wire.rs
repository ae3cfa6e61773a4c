//! One connection, from its first byte to its end.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep, timeout};

use super::crowd::Place;
use super::limits::Limits;

/// The most bytes of the head of a request.
const HEAD_BYTES: usize = 64 << 10;
/// How long a connection is used, and how long it then has to come to its end.
const LIFE: Duration = Duration::from_mins(10);
const END: Duration = Duration::from_mins(1);

/// Answers on one connection until it ends, has lasted long enough, or its place is wanted.
pub(super) async fn converse(stream: TcpStream, app: Router, place: Place, limits: Limits) {
    // Without it nothing breaks, it is only slower.
    let _ = stream.set_nodelay(true);
    let app = TowerToHyperService::new(app);
    let service = service_fn(|mut request: Request<Incoming>| {
        request.extensions_mut().insert(place.guest.clone());
        app.call(request)
    });
    let io = TokioIo::new(Taken {
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
    // A connection that breaks off concerns none of the others.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = place.guest.is_sent_away() => {}
        () = sleep(LIFE) => {
            connection.as_mut().graceful_shutdown();
            tokio::select! {
                _ = timeout(END, connection) => {}
                () = place.guest.is_sent_away() => {}
            }
        }
    }
}

/// A stream whose other end has to take what is written: when it takes nothing for some time, writing
/// fails.
struct Taken {
    stream: TcpStream,
    patience: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Taken {
    /// What came of writing something, or that it has taken too long.
    fn within<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
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

impl AsyncRead for Taken {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, bytes)
    }
}

impl AsyncWrite for Taken {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.within(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.within(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.within(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let ended = Pin::new(&mut self.stream).poll_shutdown(context);
        self.within(context, ended)
    }
}
