package dev.troupe.app;

public final class Main {
    public static void main(String[] a) {
        System.out.println("hi " + String.join(",", a));
    }
}
