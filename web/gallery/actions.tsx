export function ActionsGallery() {
  return null
}
