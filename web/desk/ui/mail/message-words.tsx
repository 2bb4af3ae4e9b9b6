import { MailFrame } from './mail-frame.tsx'
import './letter.css'

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
