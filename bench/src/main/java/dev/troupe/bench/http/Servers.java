package dev.troupe.bench.http;

import dev.troupe.bench.peer.PeerModels;
import dev.troupe.bench.peer.tool.PeerFolder;
import dev.troupe.cli.server.UpFile;
import dev.troupe.cli.server.UpFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Our server and llama.cpp's, on the same model file.
///
/// @param folder for homes and logs
/// @param threads of a server's kernels
record Servers(Path folder, int threads) {
    static final String TROUPE = "troupe";
    static final String LLAMA = "llama-server";
    static final int SLOTS = 32;

    private static final String MODEL = "bench";
    /// Of each slot: prompt and reply of every request here fit.
    private static final int SLOT_POSITIONS = 1024;

    /// Our program as `./troupe up` runs it, with a home of its own.
    ServerProcess troupe(String name, Path model) throws IOException, InterruptedException {
        return troupe(name, List.of(new PeerModels.Named(MODEL, model)));
    }

    /// @param models by the names that requests use; the endpoint's is the first
    ServerProcess troupe(String name, List<PeerModels.Named> models) throws IOException, InterruptedException {
        Path home = folder.resolve(name);
        int port = Startup.freePort();
        List<String> words = java("dev.troupe.app.Main");
        words.addAll(List.of("up", "--no-demo", "--home", home.toString()));
        words.addAll(List.of("--port", String.valueOf(port), "--threads", String.valueOf(threads)));
        for (PeerModels.Named model : models) {
            words.addAll(List.of("--model", model.name() + "=" + model.file()));
        }
        Process process = Startup.start(
                words, folder.resolve(name + ".log"), Startup.local(port).resolve("/health/readiness"));
        UpFile up = UpFiles.read(home).orElseThrow(() -> new IOException("no up.json in " + home));
        return new ServerProcess(
                TROUPE,
                new Endpoint(Startup.local(port), models.getFirst().name(), Optional.of(up.tenantKey())),
                process);
    }

    /// Our gateway with the same settings, without a node behind it.
    ServerProcess stubGateway(Path model) throws IOException, InterruptedException {
        int port = Startup.freePort();
        List<String> words = java("dev.troupe.bench.Main");
        words.addAll(List.of("stub-gateway", "--model", model.toString()));
        words.addAll(List.of("--store", folder.resolve("stub").toString(), "--port", String.valueOf(port)));
        Process process = Startup.start(
                words, folder.resolve("stub.log"), Startup.local(port).resolve("/health/readiness"));
        Endpoint endpoint =
                new Endpoint(Startup.local(port), StubGatewayCommand.NAME, Optional.of(StubGatewayCommand.KEY));
        return new ServerProcess("gateway", endpoint, process);
    }

    /// A fresh JVM of this program, as the launcher starts a server's.
    private static List<String> java(String mainClass) {
        List<String> words = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        words.addAll(List.of("-XX:+UseSerialGC", "-Xmx1g", "-cp", System.getProperty("java.class.path")));
        words.add(mainClass);
        return words;
    }

    ServerProcess llama(PeerFolder peers, Path model) throws IOException, InterruptedException {
        int port = Startup.freePort();
        List<String> words = new ArrayList<>(List.of(peers.llama(LLAMA).toString(), "-m", model.toString()));
        words.addAll(List.of("--host", "127.0.0.1", "--port", String.valueOf(port)));
        words.addAll(List.of("-t", String.valueOf(threads), "-np", String.valueOf(SLOTS)));
        words.addAll(List.of("-c", String.valueOf(SLOTS * SLOT_POSITIONS)));
        Process process = Startup.start(
                words, folder.resolve("llama.log"), Startup.local(port).resolve("/health"));
        return new ServerProcess(LLAMA, new Endpoint(Startup.local(port), MODEL, Optional.empty()), process);
    }
}
