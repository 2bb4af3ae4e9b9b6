import { useSupport } from '../session/settings.ts'
import { PhoneLink } from '../ui/phone-link/phone-link.tsx'

/** The end of a sentence about how to reach us: "1300 139 445 or email help@…". */
export function PhoneOrEmail() {
  const { phone, email } = useSupport()
  return (
    <>
      <PhoneLink phone={phone} /> or email <a href={`mailto:${email}`}>{email}</a>
    </>
  )
}
