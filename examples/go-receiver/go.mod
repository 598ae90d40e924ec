module formline-receiver

go 1.19
