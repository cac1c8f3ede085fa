package dev.troupe.control.gateway;

import io.micronaut.core.io.buffer.ReadBuffer;
import io.micronaut.core.type.Argument;
import io.micronaut.core.type.MutableHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.body.ByteBodyFactory;
import io.micronaut.http.body.CloseableByteBody;
import io.micronaut.http.body.ResponseBodyWriter;
import io.micronaut.http.codec.CodecException;
import jakarta.inject.Singleton;
import java.io.OutputStream;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/// Gives the web server a stream's bytes as they are. Handed a publisher instead, it would look for
/// an encoder for every piece, and wait with the head for the first.
@Singleton
final class EventStreamWriter implements ResponseBodyWriter<EventStream> {
    @Override
    public CloseableByteBody writePiece(
            ByteBodyFactory bodies,
            HttpRequest<?> request,
            HttpResponse<?> response,
            Argument<EventStream> type,
            MediaType mediaType,
            EventStream stream)
            throws CodecException {
        Publisher<ReadBuffer> buffers = reader -> stream.pieces().subscribe(new Buffering(bodies, reader));
        return bodies.adapt(buffers);
    }

    /// The bytes of each piece in the web server's own form.
    private record Buffering(ByteBodyFactory bodies, Subscriber<? super ReadBuffer> reader)
            implements Subscriber<byte[]> {
        @Override
        public void onSubscribe(Subscription subscription) {
            reader.onSubscribe(subscription);
        }

        @Override
        public void onNext(byte[] piece) {
            reader.onNext(bodies.readBufferFactory().adapt(piece));
        }

        @Override
        public void onError(Throwable failure) {
            reader.onError(failure);
        }

        @Override
        public void onComplete() {
            reader.onComplete();
        }
    }

    @Override
    public void writeTo(
            Argument<EventStream> type,
            MediaType mediaType,
            EventStream stream,
            MutableHeaders headers,
            OutputStream out)
            throws CodecException {
        throw new CodecException("a stream of events cannot be written to an output stream");
    }
}
