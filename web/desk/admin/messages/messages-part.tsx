import { useDeferredValue, useState } from 'react'
import type { OutboxLine } from '#contract/staff-company.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Empty } from '../../../ui/empty/empty.tsx'
import { MailIcon } from '../../../ui/icon/mail.tsx'
import { PhoneIcon } from '../../../ui/icon/phone.tsx'
import { SuccessArt } from '../../../ui/spot-art/success.tsx'
import { useRead } from '../../foundation/read.ts'
import { Chips } from '../../ui/chips/chips.tsx'
import { moment } from '../../foundation/format.ts'
import { SearchField } from '../../ui/filter-field/filter-field.tsx'
import { Kind } from '../../ui/kind/kind.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { DenseTable, Two, RowName } from '../../ui/table/dense-table.tsx'
import { messageTones } from '../../ui/mail/message-words.tsx'
import { kindWords } from '../texts/kind-words.ts'
import { MessageCard } from './message-card.tsx'
import '../../ui/person/person.css'

const filters = ['All', 'Refused', 'Waiting', 'Sent', 'Expired'] as const
type Filter = (typeof filters)[number]

/** The outbox. Codes and log-in links are never shown. */
export function MessagesPart() {
  const [filter, setFilter] = useState<Filter>('All')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  const recipient = useDeferredValue(typed.trim())
  const messages = useRead(
    'GET /api/staff/outbox',
    {
      query: {
        limit: '200',
        ...(filter !== 'All' && { status: filter }),
        ...(recipient !== '' && { recipient }),
      },
    },
    { keepsPrevious: true },
  )
  const current = messages.data?.find(({ id }) => id === chosen) ?? messages.data?.[0]
  return (
    <>
      <div className="toolbar">
        <SearchField
          isWide
          label="Full email address or mobile"
          placeholder="Full email address or mobile"
          value={typed}
          onChange={setTyped}
        />
        <Chips
          legend="State"
          value={filter}
          onChange={setFilter}
          options={filters.map((each) => ({ value: each, label: each }))}
        />
      </div>
      <div className="duo texts-duo">
        <section className="card card--flush" aria-label="Messages">
          <Loaded query={messages} label="Loading the messages">
            {(found) =>
              found.length === 0 ? (
                <Empty art={SuccessArt} title="No messages">
                  {filter === 'All' ? 'Nothing was sent to this address.' : 'No messages have this status.'}
                </Empty>
              ) : (
                <MessageTable messages={found} current={current} onChoose={setChosen} />
              )
            }
          </Loaded>
        </section>
        <div className="duo__aside--stick">{current && <MessageCard key={current.id} line={current} />}</div>
      </div>
    </>
  )
}

function MessageTable({
  messages,
  current,
  onChoose,
}: {
  messages: readonly OutboxLine[]
  current: OutboxLine | undefined
  onChoose: (id: string) => void
}) {
  return (
    <>
      <DenseTable
        label="Messages"
        rows={messages}
        keyOf={({ id }) => id}
        isCurrent={(row) => row === current}
        columns={[
          {
            title: 'What',
            render: (row) => (
              <span className="person">
                <Kind icon={row.channel === 'sms' ? PhoneIcon : MailIcon} size="small" />
                <Two small={row.recipient}>
                  <RowName isCurrent={row === current} onClick={() => onChoose(row.id)}>
                    {row.kind === null ? 'Message' : kindWords(row.kind)}
                  </RowName>
                </Two>
              </span>
            ),
          },
          { title: 'Written', className: 'muted', render: ({ createdAt }) => moment(createdAt) },
          { title: 'Tries', isRight: true, render: ({ tries }) => tries },
          { title: 'State', render: ({ status }) => <Badge tone={messageTones[status]}>{status}</Badge> },
        ]}
      />
      <div className="tablefoot">
        <span>The latest {messages.length}. Your views are recorded.</span>
      </div>
    </>
  )
}
