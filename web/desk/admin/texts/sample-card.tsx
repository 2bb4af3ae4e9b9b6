import { Card } from '../../../ui/card/card.tsx'
import { useRead } from '../../foundation/read.ts'
import { Facts } from '../../ui/facts/facts.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { MessageWords } from '../../ui/mail/message-words.tsx'
import { kindWords } from './kind-words.ts'

/** How one kind of message reads today, with invented facts. */
export function SampleCard({ kind }: { kind: string }) {
  const sample = useRead('GET /api/staff/templates/:kind', { params: { kind } })
  return (
    <Card title={kindWords(kind)}>
      <Loaded query={sample} label="Loading the message">
        {(message) => (
          <div className="stack stack--14">
            <p className="xs muted">What families see, with sample data.</p>
            {message.subject !== null && <Facts facts={[['Subject', message.subject]]} />}
            <MessageWords message={message} name={kindWords(kind)} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}
