import { useState } from 'react'
import type { OutboxLine } from '#contract/staff-company.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { useRead } from '../../foundation/read.ts'
import { call } from '../../foundation/staff-client.ts'
import { useMay } from '../../foundation/session.ts'
import { Effect } from '../../ui/effect/effect.tsx'
import { Facts } from '../../ui/facts/facts.tsx'
import { moment } from '../../foundation/format.ts'
import { SendIcon } from '../../ui/icon/send.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { MessageWords, messageTones } from '../../ui/mail/message-words.tsx'
import { ReasonDrawer } from '../../ui/reason/reason-drawer.tsx'
import { kindWords } from '../texts/kind-words.ts'

/** One message: what became of it and, unless it is a secret, its words. */
export function MessageCard({ line }: { line: OutboxLine }) {
  const name = nameOf(line)
  const message = useRead('GET /api/staff/outbox/:messageId', { params: { messageId: line.id } })
  const [isResending, setResending] = useState(false)
  const may = useMay('operations')
  return (
    <Card title={name} aside={<Badge tone={messageTones[line.status]}>{line.status}</Badge>}>
      <Loaded query={message} label="Loading the message">
        {({ subject, text, html, sentAt, lastError }) => (
          <div className="stack stack--14">
            <Facts
              facts={[
                ['To', line.recipient],
                ['Subject', subject],
                ['Written', moment(line.createdAt)],
                ['Sent', sentAt ? moment(sentAt) : 'not yet'],
                ['Error', lastError || null],
              ]}
            />
            {line.status === 'Refused' && text !== null && may && (
              <Button look="secondary" icon={SendIcon} onClick={() => setResending(true)}>
                Send again
              </Button>
            )}
            {text === null ? (
              <p className="muted">Hidden: only the recipient may read this message.</p>
            ) : (
              <MessageWords message={{ subject, text, html }} name={name} />
            )}
          </div>
        )}
      </Loaded>
      {isResending && <ResendDrawer line={line} onClose={() => setResending(false)} />}
    </Card>
  )
}

const nameOf = ({ kind }: OutboxLine) => (kind === null ? 'Message' : kindWords(kind))

function ResendDrawer({ line, onClose }: { line: OutboxLine; onClose: () => void }) {
  return (
    <ReasonDrawer
      title="Send again"
      lead={`${nameOf(line)}, rejected by ${line.recipient}`}
      onClose={onClose}
      undo={null}
      submitLabel="Send again"
      act={async (reason) => {
        const params = { messageId: line.id }
        const sent = await call('POST /api/staff/outbox/:messageId/resend', { params, body: { reason } })
        return `Sending to ${sent.recipient}.`
      }}
      rereads={['GET /api/staff/outbox', 'GET /api/staff/outbox/:messageId']}
    >
      <Effect sentences={['It goes to the person’s current address, which may be different.']} />
    </ReasonDrawer>
  )
}
