import { getMyData } from '../../contract/account.ts'
import { call } from '../api.ts'

const FILE_NAME = 'step-by-step.zip'
/** By then the browser has long begun to write the file. */
const FORGOTTEN_AFTER_MS = 60_000

export async function downloadMyData(): Promise<void> {
  const file = (await call(getMyData, {})) as Blob
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = FILE_NAME
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), FORGOTTEN_AFTER_MS)
}
