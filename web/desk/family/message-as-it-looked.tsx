import { useState } from 'react'
import type { FamilyMessageAsItLooked } from '#contract/staff-family-records.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { useRead } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useMay } from '../foundation/session.ts'
import { Facts } from '../ui/facts/facts.tsx'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { MessageWords } from '../ui/mail/message-words.tsx'
import { ReasonDrawer } from '../ui/reason/reason-drawer.tsx'

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
                ['Subject', message.subject],
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
  return (
    <ReasonDrawer
      title="Send again"
      lead={message.title}
      onClose={onClose}
      undo={null}
      submitLabel="Send again"
      act={async (reason) => {
        const params = { messageId: message.id }
        await call('POST /api/staff/outbox/:messageId/resend', { params, body: { reason } })
        return `“${message.title}” is on its way again`
      }}
      rereads={[
        'GET /api/staff/families/:accountId/messages',
        'GET /api/staff/families/:accountId/messages/:messageId',
      ]}
    >
      <p>It goes to this person’s current address, with the current text.</p>
    </ReasonDrawer>
  )
}
