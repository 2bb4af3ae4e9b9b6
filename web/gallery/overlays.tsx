export function OverlaysGallery() {
  return null
}
