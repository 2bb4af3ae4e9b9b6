import { Button } from '../button/button.tsx'
import { Alert } from './alert.tsx'

/** After a session that has ended by itself: what is on the page was typed before. */
export function DraftNote({ onStartOver }: { onStartOver: () => void }) {
  function startOver() {
    onStartOver()
    // The button goes away with the note.
    document.querySelector<HTMLElement>('h1')?.focus()
  }
  return (
    <Alert
      variant="info"
      action={
        <Button look="secondary" size="small" onClick={startOver}>
          Start over
        </Button>
      }
    >
      We kept what you had chosen before you were logged out. It is not saved yet.
    </Alert>
  )
}
