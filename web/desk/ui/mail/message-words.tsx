import type { OutboxLine } from '#contract/staff-company.ts'
import type { BadgeTone } from '../../../ui/badge/badge.tsx'
import { MailFrame } from './mail-frame.tsx'
import './letter.css'

export const messageTones: Record<OutboxLine['status'], BadgeTone> = {
  Waiting: 'info',
  Sent: 'success',
  Expired: 'neutral',
  Refused: 'error',
}

type Message = { subject: string | null; text: string; html: string | null }

/** A mail as its reader sees it; a text message by its words. */
export function MessageWords({ message: { subject, text, html }, name }: { message: Message; name: string }) {
  if (html !== null) return <MailFrame html={html} title={subject ?? name} />
  return (
    <div className="letter">
      <p className="letter__page letter__text">{text}</p>
    </div>
  )
}
