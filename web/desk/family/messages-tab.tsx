import { useState } from 'react'
import type { StaffFamily } from '#contract/staff-family.ts'
import type { FamilyMessage } from '#contract/staff-family-records.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { PhoneIcon } from '../../ui/icon/phone.tsx'
import { MailArt } from '../../ui/spot-art/mail.tsx'
import { usePages } from '../foundation/read-pages.ts'
import { useShortcuts, stepKeys } from '../foundation/shortcuts.ts'
import { Chips } from '../ui/chips/chips.tsx'
import { Kind } from '../ui/kind/kind.tsx'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { dayAndTime } from '../foundation/days.ts'
import { messageTones } from '../ui/mail/message-words.tsx'
import { RowName } from '../ui/table/dense-table.tsx'
import { EarlierRows } from './earlier-rows.tsx'
import { MessageAsItLooked } from './message-as-it-looked.tsx'
import { useCurrentRow } from './use-current-row.ts'
import { tabSkeletons } from './tab-skeletons.tsx'
import { Table } from '../../ui/table/table.tsx'
import '../ui/person/person.css'

const columns = [{ title: 'Message' }, { title: 'State' }, { title: 'Sent', isRight: true }]

const filters = ['All', 'Mails', 'Texts'] as const
type Filter = (typeof filters)[number]

/** What the members of a family were sent, each as it looked. */
export function MessagesTab({ family }: { family: StaffFamily }) {
  const [filter, setFilter] = useState<Filter>('All')
  const query = usePages('GET /api/staff/families/:accountId/messages', {
    params: { accountId: family.accountId },
    query: { filter },
  })
  return (
    <Loaded query={query} label="Loading the messages" skeleton={<tabSkeletons.Messages />}>
      {({ pages }) => {
        const [first] = pages
        if (!first) return null
        const messages = pages.flatMap((page) => page.messages)
        if (first.counts.All === 0)
          return (
            <Card title="Messages">
              <Empty art={MailArt}>No messages sent yet.</Empty>
            </Card>
          )
        return (
          <div className="duo messages-duo">
            <section
              className="card card--flush"
              aria-label="Messages sent"
              aria-busy={query.isPlaceholderData}
            >
              <div className="toolbar toolbar--table">
                <Chips
                  legend="Which messages"
                  value={filter}
                  onChange={setFilter}
                  options={filters.map((value) => ({ value, label: value, count: first.counts[value] }))}
                />
              </div>
              <MessageTable messages={messages} family={family} />
              <EarlierRows query={query} shown={messages.length} total={first.counts[filter]} />
            </section>
            <Current messages={messages} family={family} />
          </div>
        )
      }}
    </Loaded>
  )
}

type Listed = { messages: readonly FamilyMessage[]; family: StaffFamily }

function MessageTable({ messages, family }: Listed) {
  const { current, choose } = useCurrentRow(messages, 'message')
  return (
    <Table look="dense" columns={columns}>
      {messages.map((message) => {
        const isCurrent = message.id === current?.id
        return (
          <tr
            key={message.id}
            className={isCurrent ? 'is-current' : undefined}
            onClick={() => choose(message.id)}
          >
            <td>
              <span className="person">
                <Kind
                  icon={message.channel === 'email' ? MailIcon : PhoneIcon}
                  tint={message.channel === 'email' ? 'blue' : 'green'}
                  size="small"
                />
                <span className="two">
                  <RowName aria-pressed={isCurrent} onClick={() => choose(message.id)}>
                    {message.title}
                  </RowName>
                  <small>{message.recipient}</small>
                </span>
              </span>
            </td>
            <td>
              <Badge tone={messageTones[message.status]}>{message.status}</Badge>
            </td>
            <td className="date right">{dayAndTime(message.at, family.region, family.today)}</td>
          </tr>
        )
      })}
    </Table>
  )
}

function Current({ messages, family }: Listed) {
  const { current, step } = useCurrentRow(messages, 'message')
  useShortcuts(stepKeys('message', step))
  return current ? (
    <MessageAsItLooked key={current.id} accountId={family.accountId} messageId={current.id} />
  ) : null
}
