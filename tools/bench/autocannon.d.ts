declare module 'autocannon' {
  type Request = { method: string; path: string; headers: Record<string, string> }
  type Client = { setRequests(requests: Request[]): void }
  type Options = {
    url: string
    connections: number
    duration: number
    timeout: number
    setupClient(client: Client): void
  }
  type Result = { duration: number; errors: number; timeouts: number; throughput: { total: number } }
  type Listener = (client: Client, statusCode: number, bytes: number, ms: number) => void

  function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): { on(event: 'response', listener: Listener): void }
  export = autocannon
}
