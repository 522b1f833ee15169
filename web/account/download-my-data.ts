import { getMyData } from '../../contract/account.ts'
import { call } from '../api.ts'

const FILE_NAME = 'step-by-step.zip'
/** The browser has begun to write the file long before. */
const FORGOTTEN_AFTER_MS = 60_000

/** Has the browser download all data of the signed-in person. */
export async function downloadMyData(): Promise<void> {
  const file = (await call(getMyData, {})) as Blob
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = FILE_NAME
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), FORGOTTEN_AFTER_MS)
}
