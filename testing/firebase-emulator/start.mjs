import apiSpec from 'firebase-tools/lib/emulator/auth/apiSpec.js'
import { createApp } from 'firebase-tools/lib/emulator/auth/server.js'

// The part of Firebase's emulators that is about sign-in, alone: the rest of them wants Java and a login.
const [port = '9099', projectId = 'demo-step-by-step'] = process.argv.slice(2)

// What it checks requests by is compiled at each start, eight seconds of work; for what is used here two will do.
const USED =
  /^\/(v1\/(projects\/\{targetProjectId\}\/)?accounts:(delete|lookup|resetPassword|sendOobCode|sendVerificationCode|signInWithPassword|signInWithPhoneNumber|signUp|update)|v1\/token|v1\/recaptchaParams|emulator\/v1\/projects\/\{targetProjectId\}\/[^/]+)$/
const { paths } = apiSpec.default
for (const path of Object.keys(paths)) if (!USED.test(path)) delete paths[path]

const app = await createApp(projectId)
const server = app.listen(Number(port), '127.0.0.1', () => {
  console.log(`The Auth Emulator is ready at http://127.0.0.1:${server.address().port}`)
})

// A test that started it may end in any way; then nobody is left to end this.
process.once('disconnect', () => process.exit())
