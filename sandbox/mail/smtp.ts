import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerSession } from 'smtp-server'
import type { Actions } from '../faults/actions.ts'
import type { Ids } from '../ids.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { Surroundings } from '../provider.ts'
import { parseMail } from './parse.ts'
import { createStage } from './stage.ts'

export const smtpActions: Actions = { delayMs: 'number', hang: null, drop: null, smtp: ['451', '550'] }

type Tools = Surroundings & { inbox: Inbox; ids: Ids }

const maxMailBytes = 25_000_000

/** A mail server that accepts every mail and delivers it to the sandbox's inbox. */
export async function listenForMail(tools: Tools, host: string, port: number) {
  const sockets = new Map<number, Socket>()
  const stage = createStage(tools, (session) => sockets.get(session.remotePort)?.destroy())

  const server = new SMTPServer({
    name: 'sandbox.larkwell.test',
    banner: 'Larkwell sandbox',
    logger: false,
    size: maxMailBytes,
    disableReverseLookup: true,
    // Credentials are accepted without a check, because mail servers differ in them.
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onRcptTo: ({ address }, session, done) => {
      const isUnknown = /^bounce@/i.test(address)
      const occasion = { method: 'RCPT', path: address, sent: `${senderOf(session)} ${address}` }
      stage(occasion, session, () => Promise.resolve(isUnknown ? 550 : 250)).then(done, done)
    },
    onData: (stream, session, done) => {
      const receive = async () => {
        const raw = await buffer(stream)
        if (stream.sizeExceeded) return Object.assign(new Error('5.3.4 Too big'), { responseCode: 552 })
        const occasion = { method: 'DATA', path: recipientsOf(session), sent: raw.toString('latin1') }
        return stage(occasion, session, () => deliver(tools, session, raw))
      }
      receive().then(done, done)
    },
  })
  // One that cannot listen is reported to its caller.
  server.on('error', (error: Error) => {
    if (server.server.listening) console.error('sandbox: mail:', error.message)
  })

  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.server.on('connection', (socket) => {
      const { remotePort = 0 } = socket
      sockets.set(remotePort, socket)
      socket.once('close', () => sockets.delete(remotePort))
    })
    server.listen(port, host, () => resolve())
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets.values()) socket.destroy()
      }),
  }
}

async function deliver(
  { inbox, ids, clock }: Tools,
  session: SMTPServerSession,
  raw: Buffer,
): Promise<number> {
  const contents = await parseMail(raw, senderOf(session))
  inbox.add({
    id: ids.next('ML'),
    kind: 'email',
    to: recipientsOf(session),
    at: clock.now().toISOString(),
    ...contents,
  })
  return 250
}

function senderOf({ envelope }: SMTPServerSession): string {
  return envelope.mailFrom === false ? '' : envelope.mailFrom.address
}

function recipientsOf({ envelope }: SMTPServerSession): string {
  return envelope.rcptTo.map(({ address }) => address).join(', ')
}
