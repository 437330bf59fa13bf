/** A server on loopback, as `osculate view` is one: the page, its trace, and shapes beside it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Served {
  readonly origin: string;
  readonly address: string;
  close(): Promise<void>;
}

export async function serve(html: string, trace: string | Uint8Array | undefined, shapes: Record<string, unknown>): Promise<Served> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const shape = shapes[url.searchParams.get("path") ?? ""];
    if (url.pathname === "/token/") {
      response.setHeader("content-type", "text/html; charset=utf-8").end(html);
    } else if (url.pathname === "/token/trace" && trace !== undefined) {
      response.setHeader("content-type", "application/octet-stream").end(trace);
    } else if (url.pathname === "/token/shape" && shape !== undefined) {
      response.setHeader("content-type", "application/json").end(JSON.stringify(shape));
    } else {
      response.writeHead(404).end("not found");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    address: `${origin}/token/`,
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
  };
}
