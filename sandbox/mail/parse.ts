import PostalMime from 'postal-mime'
import type { Address } from 'postal-mime'
import { findLinks } from '../inbox/contents.ts'
import type { Message } from '../inbox/inbox.ts'

type Contents = Pick<Message, 'from' | 'subject' | 'text' | 'html' | 'links' | 'attachments' | 'raw'>

export async function parseMail(raw: Buffer, envelopeFrom: string): Promise<Contents> {
  const mail = await PostalMime.parse(raw)
  const text = (mail.text ?? '').trimEnd()
  return {
    from: mail.from ? formatAddress(mail.from) : envelopeFrom,
    subject: mail.subject ?? '',
    text,
    ...(mail.html !== undefined && { html: mail.html }),
    links: findLinks(text, mail.html),
    attachments: mail.attachments.map((attachment) => ({
      filename: attachment.filename ?? 'unnamed',
      mimeType: attachment.mimeType,
      size: bytesOf(attachment.content).length,
    })),
    raw: raw.toString('latin1'),
  }
}

/** Only the raw mail is stored, so an attachment is parsed from it on demand. */
export async function readAttachment(raw: string, index: number) {
  const { attachments } = await PostalMime.parse(Buffer.from(raw, 'latin1'))
  const attachment = attachments[index]
  if (!attachment) return undefined
  return {
    filename: attachment.filename ?? 'unnamed',
    mimeType: attachment.mimeType,
    content: bytesOf(attachment.content),
  }
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
}

function formatAddress({ name, address }: Address): string {
  return name === '' ? (address ?? '') : `${name} <${address ?? ''}>`
}
