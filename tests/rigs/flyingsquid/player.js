// Joins, says what comes on stdin line by line, and leaves with its end: `node player.js VERSION PORT NAME`. Each thing
// that the player hears or is given goes to stdout as a line: `<Alex> hello there`, `slot oak_log 4`.
const readline = require('readline')
const { createBot } = require('mineflayer')

const [version, port, username] = process.argv.slice(2)
const player = createBot({ host: '127.0.0.1', port: Number(port), username, version, physicsEnabled: false })

player.on('message', (message) => console.log(message.toString()))
player.once('spawn', () => {
  player.inventory.on('updateSlot', (slot, old, item) => { if (item) console.log(`slot ${item.name} ${item.count}`) })
  const lines = readline.createInterface({ input: process.stdin })
  lines.on('line', (line) => player.chat(line))
  lines.on('close', () => player.quit())
})
player.once('kicked', (reason) => { throw new Error(reason) })
player.once('error', (error) => { throw error })
