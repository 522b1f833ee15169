import { createApp } from 'firebase-tools/lib/emulator/auth/server.js'

// The part of Firebase's emulators that is about sign-in, alone: the rest of them wants Java and a login.
const [port = '9099', projectId = 'demo-step-by-step'] = process.argv.slice(2)
const app = await createApp(projectId)
const server = app.listen(Number(port), '127.0.0.1', () => {
  console.log(`The Auth Emulator is ready at http://127.0.0.1:${server.address().port}`)
})
