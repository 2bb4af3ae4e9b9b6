import { useState } from 'react'
import type { StaffReply } from '../../foundation/staff-client.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import { useRead } from '../../foundation/read.ts'
import { day } from '../../foundation/format.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { DenseTable, Two, RowName } from '../../ui/table/dense-table.tsx'
import { SampleCard } from './sample-card.tsx'
import { TextCard } from './text-card.tsx'
import { kindWords } from './kind-words.ts'

type ListedText = StaffReply<'GET /api/staff/texts'>[number]
type Shown = { text: ListedText } | { sample: string }

const shownAtFirst = 12

const keyOf = ({ kind, productType }: ListedText) => `${kind} ${productType}`

/** What families agree to, with versions, and how each kind of message reads. */
export function TextsPart() {
  const texts = useRead('GET /api/staff/texts', {})
  const samples = useRead('GET /api/staff/templates', {})
  const [chosen, setChosen] = useState<Shown>()
  const [isWhole, setWhole] = useState(false)
  const first = texts.data?.[0]
  const shown = chosen ?? (first && { text: first })
  const isText = (row: ListedText) =>
    shown !== undefined && 'text' in shown && keyOf(shown.text) === keyOf(row)
  return (
    <div className="duo texts-duo">
      <div className="pile">
        <Card title="Agreements" isFlush>
          <Loaded query={texts} label="Loading the texts">
            {(found) => (
              <DenseTable
                label="Agreements"
                rows={found}
                keyOf={keyOf}
                isCurrent={isText}
                columns={[
                  {
                    title: 'Text',
                    render: (row) => (
                      <Two small={row.productType === '' ? row.about : `${row.about} · ${row.productType}`}>
                        <RowName isCurrent={isText(row)} onClick={() => setChosen({ text: row })}>
                          {kindWords(row.kind)}
                        </RowName>
                      </Two>
                    ),
                  },
                  { title: 'Version', className: 'num', render: ({ current }) => current?.version ?? '–' },
                  {
                    title: 'Since',
                    className: 'date',
                    render: ({ current }) => (current ? formatDateNumeric(current.from) : '–'),
                  },
                  {
                    title: 'State',
                    render: ({ current, later }) => {
                      const [next] = later
                      if (next) return <Badge tone="info">{`${next.version} from ${day(next.from)}`}</Badge>
                      return current ? <Badge tone="success">Now</Badge> : <Badge>None</Badge>
                    },
                  },
                ]}
              />
            )}
          </Loaded>
          <div className="tablefoot">
            <span>Agreed texts are kept word for word for as long as the person may ask for them.</span>
          </div>
        </Card>
        <Card
          title="Messages"
          isFlush
          aside={<span className="xs muted">{samples.data && `${samples.data.length} kinds`}</span>}
        >
          <Loaded query={samples} label="Loading the messages">
            {(found) => (
              <DenseTable
                label="Messages"
                rows={isWhole ? found : found.slice(0, shownAtFirst)}
                keyOf={({ kind }) => kind}
                isCurrent={({ kind }) => shown !== undefined && 'sample' in shown && shown.sample === kind}
                columns={[
                  {
                    title: 'Kind',
                    render: ({ kind }) => (
                      <RowName onClick={() => setChosen({ sample: kind })}>{kindWords(kind)}</RowName>
                    ),
                  },
                  {
                    title: 'Channel',
                    className: 'muted',
                    render: ({ channel }) => (channel === 'sms' ? 'Text' : 'Mail'),
                  },
                ]}
              />
            )}
          </Loaded>
          {!isWhole && (
            <div className="tablefoot">
              <span />
              <Button look="secondary" size="small" onClick={() => setWhole(true)}>
                Show all
              </Button>
            </div>
          )}
        </Card>
      </div>
      <div className="duo__aside--stick">
        {shown && 'text' in shown && (
          <TextCard key={keyOf(shown.text)} kind={shown.text.kind} productType={shown.text.productType} />
        )}
        {shown && 'sample' in shown && <SampleCard key={shown.sample} kind={shown.sample} />}
      </div>
    </div>
  )
}
