/** The second step, which travels while the first is filled in. */
export function fetchCodeForm() {
  return import('./code-form.tsx')
}
