import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Router } from 'wouter'
import { queryClient } from '../foundation/read.ts'
import { LogIn } from '../log-in/log-in.tsx'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useAction } from '../foundation/use-action.ts'
import { Toasts } from '../ui/toast/toasts.tsx'
import { Frame } from './frame.tsx'
import { askWho } from '../foundation/ask-who.ts'
import { useSession } from '../foundation/session.ts'
import { followKeys } from '../foundation/shortcuts.ts'

export function App() {
  useEffect(followKeys, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Router base="/desk">
        <Door />
        <Toasts />
      </Router>
    </QueryClientProvider>
  )
}

/** Who has to log in again finds the page below as it was. Meanwhile nobody can read it. */
function Door() {
  const session = useSession()
  const { run, failure } = useAction(askWho)
  const ask = useEffectEvent(() => void run())
  useEffect(() => ask(), [])
  if (!session)
    return failure === undefined ? null : (
      <Alert
        variant="error"
        title="The desk cannot start"
        action={
          <Button size="small" look="secondary" onClick={() => void run()}>
            Retry
          </Button>
        }
      >
        {failure}
      </Alert>
    )
  return (
    <>
      {session.isOver && <LogIn {...session} />}
      {session.person && (
        <div hidden={session.isOver}>
          <Frame />
        </div>
      )}
    </>
  )
}
