/** False if the browser does not allow it, such as the browser inside a messenger. Then people copy by hand. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
