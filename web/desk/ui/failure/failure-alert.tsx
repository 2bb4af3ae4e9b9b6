import { Alert } from '../../../ui/alert/alert.tsx'

/** What was not done, and why; nothing as long as nothing has failed. */
export function FailureAlert({ title, failure }: { title: string; failure: string | undefined }) {
  if (!failure) return null
  return (
    <Alert variant="error" title={title}>
      {failure}
    </Alert>
  )
}
