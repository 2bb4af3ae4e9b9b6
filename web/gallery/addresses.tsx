import { useState } from 'react'
import { fullAddressOf, type EnteredAddress } from '#domain/address-entry.ts'
import { addressProblem } from '#domain/switch-account.ts'
import { AddressEntry } from '../features/address-entry/address-entry.tsx'
import { GallerySection } from './gallery-section.tsx'

const home = {
  unitNo: '',
  streetNo: '18',
  street: 'Banksia Street',
  suburb: 'Wattle Ridge',
  state: 'VIC',
  postcode: '3999',
}

/** The search is the server's: it finds something for those who are logged in. */
export function AddressGallery() {
  const [current, setCurrent] = useState<EnteredAddress | null>(null)
  const [previous, setPrevious] = useState<EnteredAddress | null>(null)
  const [prefilled, setPrefilled] = useState<EnteredAddress | null>({
    ...home,
    fullAddress: fullAddressOf(home),
  })
  return (
    <GallerySection title="Address entry">
      <AddressEntry label="Current address" required value={current} onChange={setCurrent} />
      <Entered address={current} />
      <AddressEntry
        label="Previous address"
        required
        value={previous}
        onChange={setPrevious}
        error={addressProblem('Previous', previous)}
      />
      <Entered address={previous} />
      <AddressEntry label="Prefilled address" value={prefilled} onChange={setPrefilled} />
      <Entered address={prefilled} />
    </GallerySection>
  )
}

function Entered({ address }: { address: EnteredAddress | null }) {
  return <p className="sm muted">{address ? Object.values(address).join(' | ') : 'No address'}</p>
}
