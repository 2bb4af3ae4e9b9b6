import { useState } from 'react'
import type { OutboxLine } from '#contract/staff-company.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { refresh, useRead } from '../../api/read.ts'
import { call } from '../../api/staff-client.ts'
import { useAction } from '../../api/use-action.ts'
import { useMay } from '../../app/session.ts'
import { Drawer } from '../../ui/drawer/drawer.tsx'
import { Effect } from '../../ui/effect/effect.tsx'
import { Facts } from '../../ui/facts/facts.tsx'
import { moment } from '../../ui/format.ts'
import { SendIcon } from '../../ui/icon/send.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { ReasonField } from '../../ui/reason/reason-field.tsx'
import { showDone } from '../../ui/toast/toast.ts'
import { kindWords } from '../texts/kind-words.ts'
import { tones } from './messages-part.tsx'
import '../../family/letter.css'

/** One message: what became of it and, unless it is a secret, its words. */
export function MessageCard({ line }: { line: OutboxLine }) {
  const message = useRead('GET /api/staff/outbox/:messageId', { params: { messageId: line.id } })
  const [isResending, setResending] = useState(false)
  const may = useMay('operations')
  return (
    <Card
      title={line.kind === null ? 'Message' : kindWords(line.kind)}
      aside={<Badge tone={tones[line.status]}>{line.status}</Badge>}
    >
      <Loaded query={message} label="Loading the message">
        {({ subject, text, sentAt, lastError }) => (
          <div className="house-form">
            <Facts
              facts={[
                ['To', line.recipient],
                ['Written', moment(line.createdAt)],
                ['Sent', sentAt ? moment(sentAt) : 'not yet'],
                ...(lastError ? [['Error', <span className="mono">{lastError}</span>] as const] : []),
              ]}
            />
            {line.status === 'Refused' && text !== null && may && (
              <Button look="secondary" icon={SendIcon} onClick={() => setResending(true)}>
                Send once more
              </Button>
            )}
            {text === null ? (
              <p className="muted">A secret: its words are only for the person who gets it.</p>
            ) : (
              <div className="letter">
                <div className="letter__page">
                  {subject && <h3>{subject}</h3>}
                  <p className="message-words">{text}</p>
                </div>
              </div>
            )}
          </div>
        )}
      </Loaded>
      {isResending && <ResendDrawer line={line} onClose={() => setResending(false)} />}
    </Card>
  )
}

function ResendDrawer({ line, onClose }: { line: OutboxLine; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const resend = useAction(async () => {
    const sent = await call('POST /api/staff/outbox/:messageId/resend', {
      params: { messageId: line.id },
      body: { reason },
    })
    showDone(`On its way to ${sent.recipient}.`)
    await refresh('GET /api/staff/outbox', 'GET /api/staff/outbox/:messageId')
    onClose()
  })
  return (
    <Drawer
      title="Send once more"
      lead={`${line.kind === null ? 'Message' : kindWords(line.kind)}, refused at ${line.recipient}`}
      onClose={onClose}
      undo={null}
      submitLabel="Send once more"
      isBusy={resend.isBusy}
      isSubmitOff={reason.trim() === ''}
      onSubmit={() => void resend.run()}
      failure={resend.failure}
    >
      <Effect
        sentences={[{ text: 'It goes to where the person is reached today, which may be another address.' }]}
      />
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}
