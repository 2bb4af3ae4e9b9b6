import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { buttonClass } from '../../ui/button/button.tsx'
import { ArrowLeftIcon } from '../../ui/icon/arrow-left.tsx'
import { ExternalIcon } from '../../ui/icon/external.tsx'
import { FileIcon } from '../../ui/icon/file.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import type { People } from '../api/people.ts'
import type { Message } from '../api/wire.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Facts, Source } from '../parts/facts.tsx'
import { dateAndTime } from '../parts/time.ts'
import '../../ui/panel/panel.css'

type MessageProps = { message: Message; recipient: ReturnType<People['recipientOf']> }

export function MessageView({ message, recipient }: MessageProps) {
  return (
    <article className="inbox__message" aria-label="Message">
      <Link
        className={`${buttonClass({ look: 'borderless', size: 'small' })} inbox__back`}
        href={`/inbox${location.search}`}
      >
        <ArrowLeftIcon />
        All messages
      </Link>
      <div className="card stack stack--20">
        {message.kind === 'sms' ? (
          <TextMessage message={message} recipient={recipient} />
        ) : (
          <Mail message={message} recipient={recipient} />
        )}
      </div>
    </article>
  )
}

function TextMessage({ message, recipient }: MessageProps) {
  const { code, text } = message
  return (
    <>
      <h2>Text message</h2>
      <MessageFacts message={message} recipient={recipient} />
      {code && (
        <div className="card panel code-box">
          <span className="muted sm">Code</span>
          <span className="code-box__code">{code}</span>
          <CopyButton text={code} what={`code ${code}`} look="primary" />
        </div>
      )}
      <p className="bubble">{text}</p>
    </>
  )
}

type Pane = 'HTML' | 'Text' | 'Raw'

function Mail({ message, recipient }: MessageProps) {
  const { id, html, text, subject, links, attachments = [] } = message
  const panes: Pane[] = [...(html === undefined ? [] : ['HTML' as const]), 'Text', 'Raw']
  const [pane, setPane] = useState(panes[0] ?? 'Text')
  return (
    <>
      <h2>{subject || '(no subject)'}</h2>
      <MessageFacts message={message} recipient={recipient} />
      {links.length > 0 && (
        <div>
          <MessageLink message={message} look="primary" />
        </div>
      )}
      {attachments.length > 0 && (
        <ul className="row" aria-label="Attachments">
          {attachments.map(({ filename, size }, index) => (
            <li key={filename}>
              <a
                className={buttonClass({ look: 'secondary', size: 'small' })}
                href={`/_sandbox/api/messages/${id}/attachments/${index}`}
                download={filename}
              >
                <FileIcon />
                {filename} <span className="muted">{Math.max(1, Math.round(size / 1024))} KB</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <Segmented
        legend="Show as"
        options={panes.map((name) => ({ value: name, label: name }))}
        value={pane}
        onChange={setPane}
      />
      {pane === 'HTML' && (
        <iframe
          className="mail-frame"
          title={`Mail: ${subject}`}
          src={`/_sandbox/mail/${id}`}
          loading="lazy"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      )}
      {pane === 'Text' && <Source title="Text">{text || '(no text part)'}</Source>}
      {pane === 'Raw' && <RawMail id={id} />}
    </>
  )
}

function RawMail({ id }: { id: string }) {
  const { data = 'Loading …' } = useQuery({
    queryKey: ['raw-mail', id],
    queryFn: () => fetch(`/_sandbox/api/messages/${id}/raw`).then((reply) => reply.text()),
  })
  return <Source title="Raw mail">{data}</Source>
}

function MessageFacts({ message: { to, from, at, status }, recipient }: MessageProps) {
  const region = recipient && 'region' in recipient ? recipient.region : undefined
  return (
    <Facts
      facts={{
        To: recipient ? `${recipient.name}, ${to}` : to,
        From: from,
        Sent: dateAndTime(at, region),
        Status: status && status.charAt(0).toUpperCase() + status.slice(1),
      }}
    />
  )
}

type MessageLinkProps = { message: Message; look: 'primary' | 'secondary'; size?: 'small' }

/** The most useful link: one that logs in, otherwise the first. */
export function MessageLink({ message: { links, to }, look, size }: MessageLinkProps) {
  const link = links.find((url) => /[?&]token=/.test(url)) ?? links[0]
  if (link === undefined) return null
  return (
    <a
      className={buttonClass({ look, size })}
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      title={link}
    >
      <span>
        Open link<span className="sr"> of the mail to {to}, in a new tab</span>
      </span>
      <ExternalIcon />
    </a>
  )
}
