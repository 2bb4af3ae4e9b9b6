import { useSupport } from '../../session/settings.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { PhoneLink } from '../../ui/phone-link/phone-link.tsx'

export function UploadFailed() {
  const { phone, email } = useSupport()
  return (
    <Alert variant="error">
      Something went wrong. Please contact Larkwell support on <PhoneLink phone={phone} /> or email us on{' '}
      <a href={`mailto:${email}`}>{email}</a>
    </Alert>
  )
}
