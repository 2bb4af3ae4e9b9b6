export function InputsGallery() {
  return null
}
