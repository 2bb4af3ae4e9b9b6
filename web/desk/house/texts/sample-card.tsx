import { Card } from '../../../ui/card/card.tsx'
import { useRead } from '../../api/read.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { kindWords } from './kind-words.ts'
import '../../family/letter.css'

/** How one kind of message reads today, with invented facts. */
export function SampleCard({ kind }: { kind: string }) {
  const sample = useRead('GET /api/staff/templates/:kind', { params: { kind } })
  return (
    <Card title={kindWords(kind)}>
      <Loaded query={sample} label="Loading the message">
        {({ subject, text }) => (
          <div className="house-form">
            <p className="xs muted">As families read it, with invented facts.</p>
            <div className="letter">
              <div className="letter__page">
                {subject && <h3>{subject}</h3>}
                <p className="message-words">{text}</p>
              </div>
            </div>
          </div>
        )}
      </Loaded>
    </Card>
  )
}
