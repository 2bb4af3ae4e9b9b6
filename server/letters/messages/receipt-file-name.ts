/** The file name of a receipt, the same for the download and the attachment. */
export function receiptFileName({ reference }: { reference: string }): string {
  return `Larkwell receipt ${reference}.pdf`
}
