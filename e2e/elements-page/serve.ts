import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const mediaTypes: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** The pages of this folder on an origin of their own, with React's double effects switched on. */
export async function servePages(sandboxUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'elements-page-'))
  await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { outDir: folder, emptyOutDir: true, minify: false, chunkSizeWarningLimit: 10_000 },
  })
  // Stripe.js may run and open its frames; the page itself may call nobody, and no inline style is needed.
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${sandboxUrl}`,
    `frame-src ${sandboxUrl}`,
    "style-src 'self'",
    "img-src 'self' data:",
  ].join('; ')
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname
    const file = extname(path) === '' ? '/index.html' : path
    readFile(join(folder, file)).then(
      (body) => {
        const type = mediaTypes[extname(file)] ?? 'application/octet-stream'
        response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body)
      },
      () => response.writeHead(file === '/favicon.ico' ? 204 : 404).end(),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}
