/** A letter before it has a look: what it says, in the order in which it is read. */
export type Letter = {
  subject: string
  /** The line that mail programs show beside the subject. */
  preheader: string
  title: string
  /** Null where we do not know how the reader is called. */
  firstName: string | null
  paragraphs: string[]
  /** The one figure that the letter is about. */
  panel?: { label: string; figure: string; detail: string }
  rows?: Row[]
  note?: Note
  button?: { label: string; url: string }
  /** A note that comes after what there is to do. */
  aside?: Note
  closing?: string[]
  /** Why the reader gets this. */
  reason: string
  /** Where replies to this letter go, if not to us. */
  replyTo?: string
}

export type Note = { tone: Tone; title: string; lines: string[] }
export type Row = { label: string; value: string; isTotal?: true }
export type Tone = 'info' | 'caution' | 'success'
