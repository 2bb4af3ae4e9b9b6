import { useSupport } from '../../session/settings.ts'
import { Alert } from '../../ui/alert/alert.tsx'

export function UploadFailed() {
  const { phone, email } = useSupport()
  return (
    <Alert variant="error">
      Something went wrong. Please contact Larkwell support on{' '}
      <a className="nowrap" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
        {phone}
      </a>{' '}
      or email us on <a href={`mailto:${email}`}>{email}</a>
    </Alert>
  )
}
