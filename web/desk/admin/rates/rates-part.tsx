import { Alert } from '../../../ui/alert/alert.tsx'
import { Holidays } from './holidays.tsx'
import { Surcharges } from './surcharges.tsx'

export function RatesPart() {
  return (
    <div className="duo duo--half">
      <div className="pile">
        <Surcharges />
        <Alert variant="info" title="United Kingdom: 0%, always">
          Surcharges on consumer cards are not allowed in the UK, so no rate can be set.
        </Alert>
      </div>
      <Holidays />
    </div>
  )
}
