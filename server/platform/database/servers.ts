import { Socket } from 'node:net'
import { checkServerIdentity, type ConnectionOptions, type PeerCertificate } from 'node:tls'
import pg from 'pg'

/** How long the search for the primary waits for a server that does not reply. */
const probeMs = 2_000

/**
 * The connection settings for a database URL. It may list several servers, as libpq allows:
 * `postgres://user:password@a:5432,b:5432/larkwell`. The driver supports only one, so each new connection first finds
 * out which of them is the primary.
 */
export function connectionTo(url: string): pg.ClientConfig {
  // With keep-alive, an idle connection notices within about twenty seconds that its server has vanished.
  const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
  const urls = urlsOf(url)
  const [first = url] = urls
  if (urls.length === 1) return { connectionString: first, ...keepAlive }
  const clients = urls.map((each) => new pg.Client({ connectionString: each }))
  const [{ user, password, database, host, port, ssl } = new pg.Client()] = clients
  const findPrimary = searchAmong(urls)
  return {
    user,
    password,
    database,
    host,
    port,
    ssl: withNames(
      ssl,
      clients.map((each) => each.host),
    ),
    stream: () => new PrimarySocket(findPrimary),
    ...keepAlive,
  }
}

/** One URL for each server of the list. */
export function urlsOf(url: string): string[] {
  const [, start, hosts, remainder = ''] =
    /^(\w+:\/\/(?:[^@/?]*@)?)([^@/?]+,[^@/?]+)((?:[/?].*)?)$/.exec(url) ?? []
  return start && hosts ? hosts.split(',').map((host) => start + host + remainder) : [url]
}

type Server = { host: string; port: number }

/** The first server that accepts writes. Connections opened at the same moment share one search. */
function searchAmong(urls: string[]): () => Promise<Server> {
  let latest = ''
  let search: Promise<Server> | undefined
  const probe = async (url: string): Promise<Server> => {
    const { host, port, timeline } = await readTimeline(url)
    // Each failover begins a new timeline. A former primary that was started again must not be used.
    if (timeline < latest) throw new Error(`${host}:${port} was replaced by another primary`)
    latest = timeline
    return { host, port }
  }
  return () => (search ??= Promise.any(urls.map(probe)).finally(() => (search = undefined)))
}

async function readTimeline(url: string): Promise<Server & { timeline: string }> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
    application_name: 'larkwell-search',
  })
  const { host, port } = client
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ file: string | null }>(
      'select case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as file',
    )
    const file = rows[0]?.file
    if (!file) throw new Error(`${host}:${port} is a standby`)
    // The file's name begins with the timeline, eight hexadecimal digits.
    return { host, port, timeline: file.slice(0, 8) }
  } finally {
    client.end().catch(() => {})
  }
}

/** Connects to the server that is the primary at that moment, instead of the configured one. */
class PrimarySocket extends Socket {
  readonly #findPrimary: () => Promise<Server>

  constructor(findPrimary: () => Promise<Server>) {
    super()
    this.#findPrimary = findPrimary
  }

  override connect(): this {
    this.#findPrimary().then(
      // The caller may have closed the socket meanwhile.
      ({ host, port }) => void (this.destroyed || super.connect(port, host)),
      (cause: unknown) => this.destroy(noPrimary(cause)),
    )
    return this
  }
}

/** 08001 is PostgreSQL's code for a connection that could not be established. */
function noPrimary(cause: unknown): Error {
  const reasons = cause instanceof AggregateError ? cause.errors.map(String).join('; ') : String(cause)
  return Object.assign(new Error(`No database server accepts writes: ${reasons}`), { code: '08001' })
}

/** The driver expects a certificate for the first host of the list. A certificate for any of the hosts is accepted. */
function withNames(ssl: boolean | ConnectionOptions, hosts: string[]): boolean | ConnectionOptions {
  if (typeof ssl === 'boolean') return ssl
  const check = (_name: string, certificate: PeerCertificate) => {
    const mismatches = hosts.map((host) => checkServerIdentity(host, certificate))
    return mismatches.includes(undefined) ? undefined : mismatches[0]
  }
  return { ...ssl, checkServerIdentity: check }
}
