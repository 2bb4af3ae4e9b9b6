// Loaded into every child process: it exits when its parent does, even after kill -9.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
