import type { IncomingHttpHeaders } from 'node:http'

type Message = { headers: IncomingHttpHeaders; body: string }

/** One part of a form with files. The text has one character per byte. */
export type Part = { name: string; fileName: string | undefined; contentType: string; content: string }

export function isMultipart({ headers }: Pick<Message, 'headers'>): boolean {
  return headers['content-type']?.startsWith('multipart/form-data') ?? false
}

/** The parts of a form, or undefined if it is incomplete. */
export function partsOf({ headers, body }: Message): Part[] | undefined {
  const boundary = /;\s*boundary="?([^";]+)"?/i.exec(headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return undefined
  const [, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`)
  const last = parts.pop()
  if (!last?.startsWith('--')) return undefined
  return parts.map((part) => {
    const [head = '', ...content] = part.split('\r\n\r\n')
    const heading = Buffer.from(head, 'latin1').toString('utf8')
    return {
      name: /;\s*name="([^"]*)"/i.exec(heading)?.[1] ?? '',
      fileName: /;\s*filename="([^"]*)"/i.exec(heading)?.[1],
      contentType: /^content-type:\s*(.+)$/im.exec(heading)?.[1]?.trim() ?? 'text/plain',
      content: content.join('\r\n\r\n'),
    }
  })
}

/** A form with files for display: its parts without their bytes. */
export function describeParts(request: Message): string {
  const parts = partsOf(request)
  if (!parts) return 'a form that could not be read'
  return parts
    .map(({ name, fileName, contentType, content }) =>
      fileName === undefined
        ? `${name}=${content}`
        : `${name}: ${fileName}, ${contentType}, ${content.length} bytes`,
    )
    .join('\n')
}
