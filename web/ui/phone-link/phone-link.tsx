/** A number that a phone dials when it is tapped. The page that the build renders knows none. */
export function PhoneLink({ phone }: { phone: string }) {
  if (phone === '') return null
  return (
    <a className="nowrap" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
      {phone}
    </a>
  )
}
