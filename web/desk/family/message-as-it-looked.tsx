import { useState } from 'react'
import type { FamilyMessageAsItLooked } from '#contract/staff-family-records.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { refresh, useRead } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { useMay } from '../foundation/session.ts'
import { Drawer } from '../ui/drawer/drawer.tsx'
import { Facts } from '../ui/facts/facts.tsx'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { MessageWords } from '../ui/mail/message-words.tsx'
import { ReasonField } from '../ui/reason/reason-field.tsx'
import { showDone } from '../foundation/toast.ts'

/** One message, as its reader saw it. */
export function MessageAsItLooked({ accountId, messageId }: { accountId: string; messageId: string }) {
  const query = useRead('GET /api/staff/families/:accountId/messages/:messageId', {
    params: { accountId, messageId },
  })
  const mayAct = useMay('operations')
  const [isAsking, setAsking] = useState(false)
  const canBeSentAgain = mayAct && (query.data?.canBeSentAgain ?? false)
  return (
    <Card
      title="View as sent"
      aside={
        canBeSentAgain && (
          <Button look="secondary" size="small" onClick={() => setAsking(true)}>
            Send again
          </Button>
        )
      }
    >
      <Loaded query={query} label="Loading the message">
        {(message) => (
          <div className="stack">
            <Facts
              facts={[
                ['To', message.recipient],
                ...(message.subject === null ? [] : [['Subject', message.subject] as const]),
                ['Opened', 'Not tracked'],
              ]}
            />
            {message.lastError !== null && message.status !== 'Sent' && (
              <Alert variant="warning" title="It could not be sent">
                {message.lastError}
              </Alert>
            )}
            <Words message={message} />
          </div>
        )}
      </Loaded>
      {isAsking && query.data && <SendAgain message={query.data} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function Words({ message }: { message: FamilyMessageAsItLooked }) {
  if (message.isSecret || message.text === null)
    return <p className="muted">Hidden: it contains a code or a link that gives access.</p>
  return <MessageWords message={{ ...message, text: message.text }} name={message.title} />
}

function SendAgain({ message, onClose }: { message: FamilyMessageAsItLooked; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const send = useAction(async () => {
    await call('POST /api/staff/outbox/:messageId/resend', {
      params: { messageId: message.id },
      body: { reason },
    })
    showDone(`“${message.title}” is on its way again`)
    onClose()
    await refresh(
      'GET /api/staff/families/:accountId/messages',
      'GET /api/staff/families/:accountId/messages/:messageId',
    )
  })
  return (
    <Drawer
      title="Send again"
      lead={message.title}
      onClose={onClose}
      undo={null}
      submitLabel="Send again"
      onSubmit={() => void send.run()}
      isBusy={send.isBusy}
      isSubmitOff={reason.trim() === ''}
      failure={send.failure}
    >
      <p>It goes to this person’s current address, with the current text.</p>
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}
