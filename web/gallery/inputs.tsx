import { useState } from 'react'
import { Autocomplete } from '../ui/autocomplete/autocomplete.tsx'
import { AmountInput } from '../ui/amount-input/amount-input.tsx'
import { readAmount } from '../ui/amount-input/amount-text.ts'
import { LinkButton } from '../ui/button/button.tsx'
import { CheckboxCard } from '../ui/checkbox-card/checkbox-card.tsx'
import { Checkbox } from '../ui/checkbox/checkbox.tsx'
import { Consent } from '../ui/checkbox/consent.tsx'
import { Choice, Choices } from '../ui/choice/choice.tsx'
import { CodeInput } from '../ui/code-input/code-input.tsx'
import { DateInput } from '../ui/date-input/date-input.tsx'
import { FileUpload } from '../ui/file-upload/file-upload.tsx'
import { MailIcon } from '../ui/icon/mail.tsx'
import { PinIcon } from '../ui/icon/pin.tsx'
import { PercentInput } from '../ui/percent-input/percent-input.tsx'
import { readPercent } from '../ui/percent-input/percent-text.ts'
import { Segmented } from '../ui/segmented/segmented.tsx'
import { NativeSelect } from '../ui/select/native-select.tsx'
import { TextArea } from '../ui/text-input/text-area.tsx'
import { TextInput } from '../ui/text-input/text-input.tsx'
import { GallerySection } from './gallery-section.tsx'

const required = 'Field is required'
const ignore = () => {}

export function InputsGallery() {
  return (
    <>
      <TextInputs />
      <Amounts />
      <Dates />
      <Selects />
      <Autocompletes />
      <Checkboxes />
      <ChoiceCards />
      <Segments />
      <Codes />
      <Uploads />
    </>
  )
}

function TextInputs() {
  const [note, setNote] = useState('')
  return (
    <GallerySection title="Text input" isGrid>
      <TextInput label="Empty" placeholder="Placeholder" />
      <TextInput label="Filled" defaultValue="Amelia" />
      <TextInput label="With a hint" hint="As on your invoice" />
      <TextInput label="Required" required defaultValue="Amelia Hart" />
      <TextInput label="Checked by the browser" type="email" required />
      <TextInput label="Wrong" defaultValue="amelia@" hint="Not shown" error="Enter a valid email address" />
      <TextInput label="Disabled" disabled defaultValue="LW20418" />
      <TextInput label="With an icon" icon={MailIcon} placeholder="Enter your email" />
      <TextInput label="With both ends" prefix="+" suffix="km" defaultValue="12" />
      <TextArea
        label="Several lines"
        required
        maxLength={100}
        hint={`${note.length} of 100 characters`}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <TextArea label="Several lines, wrong" error={required} />
      <TextArea label="Several lines, disabled" disabled defaultValue="Nothing to add" />
    </GallerySection>
  )
}

function Amounts() {
  const [amount, setAmount] = useState('')
  const [percent, setPercent] = useState('')
  return (
    <GallerySection title="Amount and percentage" isGrid>
      <AmountInput
        label="Amount"
        region="AU"
        value={amount}
        onChange={setAmount}
        hint={`Worth ${readAmount(amount) ?? 'nothing'}`}
      />
      <AmountInput label="Amount in pounds" region="UK" required value="512.40" onChange={ignore} />
      <AmountInput label="Large amount" region="AU" size="large" value="1,300.00" onChange={ignore} />
      <AmountInput
        label="Wrong amount"
        region="AU"
        value="12.345"
        onChange={ignore}
        error="Enter an amount"
      />
      <AmountInput label="Disabled amount" region="AU" value="436.25" onChange={ignore} disabled />
      <PercentInput
        label="Percentage"
        value={percent}
        onChange={setPercent}
        hint={`Worth ${readPercent(percent) ?? 'nothing'}`}
      />
      <PercentInput
        label="Wrong percentage"
        required
        value="120"
        onChange={ignore}
        error="Enter a percentage from 0 to 100"
      />
      <PercentInput label="Disabled percentage" value="10" onChange={ignore} disabled />
    </GallerySection>
  )
}

function Dates() {
  const [date, setDate] = useState<string | null>(null)
  const [limited, setLimited] = useState<string | null>('2027-01-22')
  return (
    <GallerySection title="Date" isGrid>
      <DateInput label="Any date" value={date} onChange={setDate} hint={`Chosen: ${date ?? 'none'}`} />
      <DateInput
        label="First payment date"
        required
        value={limited}
        onChange={setLimited}
        min="2027-01-05"
        max="2027-06-30"
        isUnavailable={(day) => day === '2027-01-26'}
        hint={`Chosen: ${limited ?? 'none'}`}
      />
      <DateInput label="Missing date" required value={null} onChange={ignore} error={required} />
      <DateInput label="Disabled date" disabled value="2027-01-22" onChange={ignore} />
    </GallerySection>
  )
}

const states = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'].map((state) => ({
  label: state,
  value: state,
}))

function Selects() {
  const [state, setState] = useState<string | null>(null)
  return (
    <GallerySection title="Select" isGrid>
      <NativeSelect
        label="State"
        required
        placeholder="Select state"
        hint="Where the licence was issued"
        options={states}
        value={state}
        onChange={setState}
      />
      <NativeSelect label="Filled select" options={states} value="VIC" onChange={ignore} />
      <NativeSelect
        label="Wrong select"
        required
        options={states}
        value={null}
        onChange={ignore}
        error={required}
      />
      <NativeSelect label="Disabled select" disabled options={states} value="VIC" onChange={ignore} />
    </GallerySection>
  )
}

const streets = ['Harbour View Road, Lowther Bay NSW 2999', 'Harper Lane, Kestrel Park VIC 3998']
const addresses = Array.from({ length: 12 }, (_, index) => ({
  id: `a${index}`,
  label: `${42 + index} ${streets[index % 2]}`,
}))

/** Answers as a server would, after a moment. */
async function findAddresses(text: string) {
  await new Promise((resolve) => setTimeout(resolve, 100))
  return addresses.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
}

const neverAnswer = () => new Promise<{ label: string }[]>(ignore)
const fail = () => Promise.reject(new Error('The search failed'))

function Autocompletes() {
  const [chosen, setChosen] = useState<string>()
  const [texts, setTexts] = useState({ address: '', endless: '', failing: '', wrong: '' })
  const field = (name: keyof typeof texts) => ({
    value: texts[name],
    onChange: (text: string) => setTexts((old) => ({ ...old, [name]: text })),
  })
  return (
    <GallerySection title="Autocomplete" isGrid>
      <Autocomplete
        {...field('address')}
        label="Current address"
        required
        hint={`Chosen: ${chosen ?? 'none'}`}
        search={findAddresses}
        onChoose={({ id }) => setChosen(id)}
        optionIcon={PinIcon}
      />
      <Autocomplete {...field('endless')} label="Endless search" search={neverAnswer} onChoose={ignore} />
      <Autocomplete {...field('failing')} label="Failing search" search={fail} onChoose={ignore} />
      <Autocomplete
        {...field('wrong')}
        label="Wrong search"
        required
        error={required}
        search={findAddresses}
        onChoose={ignore}
      />
      <Autocomplete
        label="Disabled search"
        disabled
        value="18 Banksia Street"
        onChange={ignore}
        search={findAddresses}
        onChoose={ignore}
      />
    </GallerySection>
  )
}

function Checkboxes() {
  const [isChecked, setChecked] = useState(false)
  const [hasDiscount, setDiscount] = useState(false)
  const [hasConsent, setConsent] = useState(false)
  const [percent, setPercent] = useState('10')
  return (
    <GallerySection title="Checkbox">
      <div className="gallery__grid">
        <Checkbox label="I've lived here less than 3 years" isChecked={isChecked} onChange={setChecked} />
        <Checkbox label="Checked" hint="With a hint" isChecked onChange={ignore} />
        <Checkbox label="Required checkbox" required isChecked={false} onChange={ignore} error={required} />
        <Checkbox label="Disabled checkbox" disabled isChecked={false} onChange={ignore} />
        <Checkbox label="Disabled and checked" disabled isChecked onChange={ignore} />
      </div>
      <div className="gallery__grid">
        <CheckboxCard
          label="Apply a discount"
          hint="Children show only when checked"
          isChecked={hasDiscount}
          onChange={setDiscount}
        >
          <PercentInput label="Discount" value={percent} onChange={setPercent} />
        </CheckboxCard>
        <CheckboxCard label="Checked card" isChecked onChange={ignore}>
          <p className="muted">What the card holds</p>
        </CheckboxCard>
        <CheckboxCard label="Wrong card" required isChecked={false} onChange={ignore} error={required} />
        <CheckboxCard label="Disabled card" disabled isChecked={false} onChange={ignore} />
      </div>
      <div className="gallery__grid">
        <Consent
          label="I agree to a credit ID check to verify my identity."
          required
          isChecked={hasConsent}
          onChange={setConsent}
        >
          <LinkButton>Why do we need this?</LinkButton>
        </Consent>
        <Consent
          label="I agree to the terms."
          required
          isChecked={false}
          onChange={ignore}
          error={required}
        />
      </div>
    </GallerySection>
  )
}

function ChoiceCards() {
  const [method, setMethod] = useState<'card' | 'bank' | null>(null)
  return (
    <GallerySection title="Choice" isGrid>
      <Choices legend="Pay with" required value={method} onChoose={setMethod}>
        <Choice value="card" label="Card" hint="Visa, Mastercard or American Express" isWide>
          <p className="muted">The card's form</p>
        </Choice>
        <Choice value="bank" label="Bank account" end={<span className="muted">No surcharge</span>}>
          <TextInput label="Account name" />
        </Choice>
        <Choice value="bpay" label="BPAY" hint="Not offered here" disabled />
      </Choices>
      <Choices legend="Nothing chosen yet" required value={null} onChoose={ignore} error={required}>
        <Choice value="licence" label="Drivers licence" />
        <Choice value="passport" label="Passport" />
      </Choices>
      <Choices legend="All disabled" disabled value="licence" onChoose={ignore}>
        <Choice value="licence" label="Licence" />
        <Choice value="passport" label="Other document" />
      </Choices>
    </GallerySection>
  )
}

const frequencies = [
  { label: 'Weekly', value: 'weekly' },
  { label: 'Fortnightly', value: 'fortnightly' },
  { label: 'Monthly', value: 'monthly' },
] as const

const segments = { isLegendShown: true, options: frequencies }

function Segments() {
  const [frequency, setFrequency] = useState<(typeof frequencies)[number]['value']>('fortnightly')
  return (
    <GallerySection title="Segmented" isGrid>
      <Segmented {...segments} legend="Frequency" required value={frequency} onChange={setFrequency} />
      <Segmented
        {...segments}
        legend="Small frequency"
        size="small"
        value={frequency}
        onChange={setFrequency}
      />
      <Segmented
        {...segments}
        legend="Frequency not chosen"
        required
        value={null}
        onChange={ignore}
        error={required}
      />
      <Segmented {...segments} legend="Disabled frequency" disabled value="weekly" onChange={ignore} />
    </GallerySection>
  )
}

function Codes() {
  const [code, setCode] = useState('')
  return (
    <GallerySection title="Code" isGrid>
      <CodeInput label="Enter code" value={code} onChange={setCode} />
      <CodeInput label="Filled code" value="482016" onChange={ignore} />
      <CodeInput
        label="Wrong code"
        value="123456"
        onChange={ignore}
        error="Invalid code. Please try again."
      />
      <CodeInput label="Disabled code" value="482" onChange={ignore} disabled />
    </GallerySection>
  )
}

const chosen = (name: string, size: number) => ({
  file: { name, size },
  onChoose: ignore,
  onRemove: ignore,
})

function Uploads() {
  const [any, setAny] = useState<File | null>(null)
  const [document, setDocument] = useState<File | null>(null)
  return (
    <GallerySection title="File upload" isGrid>
      <FileUpload file={any} onChoose={setAny} />
      <FileUpload
        title="Upload invoice"
        caption="Only .pdf, .png and .jpg are supported."
        required
        accept={['.pdf', 'application/pdf', '.png', 'image/png', '.jpg', '.jpeg', 'image/jpeg']}
        hint="Up to 10 MB"
        file={document}
        onChoose={setDocument}
        onRemove={() => setDocument(null)}
      />
      <FileUpload {...chosen('Term 2 invoice.pdf', 214_000)} />
      <FileUpload {...chosen('Sending.pdf', 214_000)} progress={62} />
      <FileUpload {...chosen('Too large.pdf', 12_300_000)} error="Choose a file of up to 10 MB" />
      <FileUpload title="Missing file" file={null} onChoose={ignore} error={required} />
      <FileUpload title="Disabled upload" file={null} onChoose={ignore} disabled />
    </GallerySection>
  )
}
