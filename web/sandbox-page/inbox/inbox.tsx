import { useEffect } from 'react'
import { Link } from 'wouter'
import { Badge } from '../../ui/badge/badge.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { PhoneIcon } from '../../ui/icon/phone.tsx'
import { MailArt } from '../../ui/spot-art/mail.tsx'
import { sandboxNow, useClockOffset } from '../api/clock.ts'
import { usePeople, type People } from '../api/people.ts'
import { useMessages } from '../api/queries.ts'
import type { Message } from '../api/wire.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { FilterForm, useFilters } from '../parts/filters.tsx'
import { shortTime } from '../parts/time.ts'
import { MessageLink, MessageView } from './message.tsx'
import '../../ui/card/card.css'
import '../../ui/list-rows/list-rows.css'
import '../parts/list.css'
import './inbox.css'

export function Inbox({ id }: { id: string | undefined }) {
  useClockOffset()
  const filters = useFilters()
  const people = usePeople()
  const { data } = useMessages()
  const messages = data?.messages ?? []
  const kind = filters.choice('kind')
  const shown = messages.filter(
    (message) => ['', message.kind].includes(kind) && filters.fits(wordsOf(message, people)),
  )
  // On a narrow screen it takes the place of the list, which may have been scrolled.
  useEffect(() => {
    if (id !== undefined && !matchMedia('(min-width: 1200px)').matches) scrollTo(0, 0)
  }, [id])
  const chosen = messages.find((message) => message.id === id)
  // A wide screen shows the newest one beside the list if none is chosen.
  const open = chosen ?? shown[0]
  return (
    <div className={chosen ? 'inbox inbox--open' : 'inbox'}>
      {data && messages.length === 0 && (
        <Empty art={MailArt}>Nothing has been sent yet. New messages appear here by themselves.</Empty>
      )}
      {messages.length > 0 && (
        <div className="inbox__columns">
          <div className="inbox__list stack stack--20">
            <FilterForm
              label="Name, address or words"
              filters={filters}
              choice={{ name: 'kind', legend: 'Kind', options: { '': 'All', email: 'Mail', sms: 'SMS' } }}
            />
            {shown.length === 0 && <p className="nothing">Nothing fits this search.</p>}
            {shown.length > 0 && (
              <ul className="card card--flush rows messages">
                {shown.map((message) => (
                  <MessageRow
                    key={message.id}
                    message={message}
                    recipient={people.recipientOf(message.to)}
                    isOpen={message === open}
                  />
                ))}
              </ul>
            )}
          </div>
          {open && <MessageView key={open.id} message={open} recipient={people.recipientOf(open.to)} />}
        </div>
      )}
    </div>
  )
}

function wordsOf({ to, subject, text }: Message, people: People): string {
  const { name, email, mobile } = people.recipientOf(to) ?? {}
  return [to, name, email, mobile, subject, text].join(' ')
}

type MessageRowProps = { message: Message; recipient: ReturnType<People['recipientOf']>; isOpen: boolean }

function MessageRow({ message, recipient, isOpen }: MessageRowProps) {
  const isSms = message.kind === 'sms'
  const region = recipient && 'region' in recipient ? recipient.region : undefined
  return (
    <li>
      <span className={isSms ? 'glyph glyph--blue' : 'glyph'}>{isSms ? <PhoneIcon /> : <MailIcon />}</span>
      <Link
        className="rowtext"
        href={`/inbox/${message.id}${location.search}`}
        aria-current={isOpen || undefined}
      >
        <b>{recipient?.name ?? message.to}</b> {recipient && <small>{message.to}</small>}{' '}
        <small className="messages__words">{isSms ? message.text : message.subject || '(no subject)'}</small>
      </Link>
      <time dateTime={message.at}>{shortTime(message.at, sandboxNow(), region)}</time>
      {(message.code || message.status === 'undelivered' || (!isSms && message.links.length > 0)) && (
        <div className="messages__actions row">
          {message.code && <span className="messages__code">{message.code}</span>}
          {message.status === 'undelivered' && <Badge tone="error">Undelivered</Badge>}
          {message.code && <CopyButton text={message.code} what={`code ${message.code}`} />}
          {!isSms && <MessageLink message={message} look="secondary" size="small" />}
        </div>
      )}
    </li>
  )
}
